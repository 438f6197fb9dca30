// Ends with one sentence on a Node that is older than package.json asks for. Plain JavaScript: it runs on any.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number(/\d+/.exec(engines.node)[0]);
const [major] = process.versions.node.split('.');
if (Number(major) < needed) {
	console.error(`Node ${process.versions.node} is too old. Install Node ${needed} or later.`);
	process.exit(1);
}

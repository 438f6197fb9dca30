// Fails when fewer than 90 % of the functions start with a verb, or more than 5 end in `Of`. `--list` prints the others.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const VERBS_MIN = 0.9;
const OF_MAX = 5;

const VERBS = new Set(
	`add adjust allow announce answer apply archive as ask assemble assert assign attach authorize
await begin book bootstrap build calculate can cancel capitalize carry change check claim
classify clean clear close collect compare complete compose compress compute confirm connect
convert copy correct count create cut debounce decide decline decode decompress decrypt define
delete derive describe detach detect determine did disable dismiss dispatch divide do download
drain draw drop dump duplicate emit emphasize enable encode encrypt end ensure enter escape
examine exceeds execute expand expect export extend extract fail fetch fill filter find finish
focus fold forecast forget format forward generate get give gives group guard guess handle has
hash hide hydrate identify ignore import increment inform init initialize initiate insert
inspect intercept invalidate invert invite is join keep knows lay leave limit link list load
loads lock log lookup make map mark mask match may measure merge migrate mock move name navigate
needs normalize note notify on open order parse pass pause perform pick plan pluralize postpone
prefetch preload prepare present preview print process propose publish purge put queue rank read
rearrange rebuild receive recognize record redirect refresh refuse register relate relink reload
remember remove rename render renew reopen reorder repair repeat replace report request requeue
require requires reset resolve restore retrieve retry reveal revoke rotate run sanitize save say
scan schedule scroll search seed select send serialize serve set settle setup shape shorten
should show sign signal skip slugify sort spend split start starts stop store strip submit
subscribe sum summarise summarize sweep switch sync take tell test throw tidy to toggle touch
track transfer transform transition trigger trim truncate try turn unbook undo unlink update
upload use validate verify wait warn watch with withdraw wrap write`.split(/\s+/),
);
const FOLDERS = ['server', 'shared', 'web/src', 'scripts', 'tools'];
const LEFT_OUT = /\.(test|spec)\.|(^|\/)(tests?|testing|fixtures|migrations)\/|\.gen\.|\.d\.ts$/;
/** Matches top-level functions; a capital begins a component, which does not count. */
const FUNCTION =
	/^(?:export )?(?:default )?(?:async )?function\*? ([a-z]\w*)|^(?:export )?const ([a-z]\w*)(?:: [^=\n]+)? = (?:async )?(?:<[^=]*?>)?\(|^(?:export )?const ([a-z]\w*) = (?:async )?\w+ =>/gm;

const listFiles = () =>
	execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...FOLDERS], {
		encoding: 'utf8',
	})
		.split('\n')
		.filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file));

const readNames = (file) => {
	let text = '';
	try {
		text = readFileSync(file, 'utf8');
	} catch {
		// Deleted, and not yet removed from the index.
	}
	return [...text.matchAll(FUNCTION)].map(([, a, b, c]) => ({ name: a ?? b ?? c, file }));
};

const isOf = ({ name }) => name.endsWith('Of');
const startsWithVerb = ({ name }) => VERBS.has(/^[a-z]+/.exec(name)?.[0]);

const names = listFiles().flatMap(readNames);
const verbs = names.filter((each) => startsWithVerb(each) && !isOf(each));
const others = names.filter((each) => !startsWithVerb(each) || isOf(each));
const endings = names.filter(isOf).length;
const share = verbs.length / (names.length || 1);

if (process.argv.includes('--list'))
	for (const [folder, found] of Map.groupBy(others, ({ file }) => dirname(file)))
		console.log(`${folder}: ${found.map(({ name }) => name).join(' ')}`);
if (share < VERBS_MIN || endings > OF_MAX) {
	console.error(
		`${Math.round(100 * share)} % of ${names.length} functions start with a verb (at least ${100 * VERBS_MIN}), ${endings} end in Of (at most ${OF_MAX}). Run \`node scripts/names.mjs --list\`.`,
	);
	process.exitCode = 1;
}

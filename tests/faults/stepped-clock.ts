/**
 * Node is given this before a server (`--import`): its clock is then ahead of the machine's by as many
 * milliseconds as the file `CLOCK_FILE` says, from one moment to the next. Timers go on undisturbed, as
 * they do where somebody sets a machine's clock.
 */
import { readFileSync } from 'node:fs';

const MachineDate = Date;
let ahead = 0;
const look = () => {
	ahead = Number(readFileSync(process.env.CLOCK_FILE as string, 'utf8'));
};
look();
setInterval(look, 10).unref();

const now = () => MachineDate.now() + ahead;
globalThis.Date = new Proxy(MachineDate, {
	construct: (target, args, made) =>
		Reflect.construct(target, args.length > 0 ? args : [now()], made),
	apply: () => new MachineDate(now()).toString(),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

/**
 * The calls that `public/early.js` has begun while the console was on its way, by their addresses.
 * Each answer is undefined where none came.
 */
type Begun = Map<string, Promise<Response | undefined>>;

const holder = globalThis as { ufundiBegun?: Begun };

/** The answer to a call that has been begun already, for whoever makes it first; undefined otherwise. */
export const takeBegun = (address: string): Promise<Response | undefined> | undefined => {
	const answer = holder.ufundiBegun?.get(address);
	holder.ufundiBegun?.delete(address);
	return answer;
};

/** The first screen has asked its questions: what is asked from now on is asked afresh. */
export const forgetBegun = () => holder.ufundiBegun?.clear();

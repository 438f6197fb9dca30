import { hash, verify } from '@node-rs/argon2';
import { invalid } from '../errors.ts';
import { tooMany } from '../http/limits.ts';

/** Argon2id parameters, above every row of OWASP's table: about 55 ms and 64 MiB a hash. */
export const HASH_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

let cost = HASH_COST;

/** Sets the cost of new hashes; tests lower it. */
export const setHashCost = (other: typeof HASH_COST) => {
	cost = other;
};

/** Maximum number of concurrent hashes, which take at most 128 MiB, and of queued ones. */
const AT_ONCE = 2;
const QUEUE = 20;
const RETRY_MS = 2_000;

let running = 0;
const waiting: (() => void)[] = [];

const waitForTurn = async <T>(work: () => Promise<T>): Promise<T> => {
	if (running >= AT_ONCE) {
		if (waiting.length >= QUEUE) throw tooMany(RETRY_MS);
		await new Promise<void>((go) => waiting.push(go));
	} else running++;
	try {
		return await work();
	} finally {
		const next = waiting.shift();
		if (next) next();
		else running--;
	}
};

/** Hashes a password for storage, in argon2id notation. Expects NFC; throws 429 when the queue is full. */
export const hashPassword = (password: string) => waitForTurn(() => hash(password, cost));

/** Returns whether a password matches a stored hash; false for an unreadable hash. */
export const verifyPassword = (stored: string, password: string) =>
	waitForTurn(() => verify(stored, password).catch(() => false));

/** Local words for the password check, most frequent first. The bundled list of leaked passwords is English. */
const LOCAL_WORDS =
	`ufundi mpesa m-pesa safaricom kenya nairobi password passw0rd admin administrator console course courses exam
	exams paper papers topic subject student teacher tutor trainer artisan certificate diploma knec tvet cdacc nita
	kuccps polytechnic college school workshop mombasa kisumu nakuru eldoret thika malindi kitale garissa kakamega
	nyeri machakos meru embu lamu naivasha kericho kisii busia nanyuki kiambu turkana narok kilifi bungoma africa
	uganda tanzania kenyan airtel telkom equity fuliza mshwari paybill till shilling shillings harambee uhuru jambo
	habari karibu asante sana hakuna matata simba safari pamoja amani upendo nakupenda mapenzi mpenzi mungu mwema
	maisha furaha tumaini imani baraka neema shule mwalimu mwanafunzi kazi pesa mama baba mzee rafiki ndugu kenyatta
	odinga gor mahia wanjiku wanjiru kamau mwangi njoroge njeri wambui otieno odhiambo ochieng achieng akinyi atieno
	onyango omondi kipchoge kiprono chebet jepkosgei mutua musyoka nduku wekesa nafula barasa hassan fatuma`.split(
		/\s+/,
	);

/** Minimum strength as a power of ten of guesses, estimated by zxcvbn. */
const ENOUGH = 10.5;
const LOOKED_AT = 64;

/** Loads zxcvbn when the first password is chosen: its lists take 10 MB. */
const load = async () => {
	const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
		import('@zxcvbn-ts/core'),
		import('@zxcvbn-ts/language-common'),
	]);
	return new ZxcvbnFactory({
		dictionary: { ...dictionary, local: LOCAL_WORDS },
		graphs: adjacencyGraphs,
		maxLength: LOOKED_AT,
	});
};
let loaded: ReturnType<typeof load> | undefined;

/** Returns each text, its words, and the words joined without separators. */
const listWords = (texts: readonly string[]) =>
	texts.flatMap((text) => {
		const parts = text.split(/[^\p{L}\p{N}]+/u);
		return [text, ...parts, parts.join('')].filter((word) => word.length >= 3);
	});

/** Returns whether a password consists of a few known names and short numbers, which zxcvbn overestimates. */
const isOfNames = (password: string, context: readonly string[]) => {
	const names = new Set(listWords([...LOCAL_WORDS, ...context]).map((word) => word.toLowerCase()));
	const parts = password.toLowerCase().split(/[^\p{L}\p{N}]+/u);
	const found = parts.filter((part) => names.has(part)).length;
	const isLittle = found > 0 && found * Math.log10(names.size) < ENOUGH;
	return isLittle && parts.every((part) => names.has(part) || /^(\d{0,4}|\p{L})$/u.test(part));
};

/** Returns whether a password is easily guessed: fewer guesses than `ENOUGH`. */
export const isEasilyGuessed = async (password: string, context: readonly string[]) => {
	if (isOfNames(password, context)) return true;
	loaded ??= load();
	return (await loaded).check(password, listWords(context)).guessesLog10 < ENOUGH;
};

/** Throws 422 at the field for a new password that is easily guessed. */
export const refuseGuessable = async (
	field: string,
	password: string,
	context: readonly string[],
) => {
	if (await isEasilyGuessed(password, context))
		throw invalid(field, 'This password is too easy to guess. A few words of your own are better.');
};

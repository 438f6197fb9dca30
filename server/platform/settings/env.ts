import { isIP } from 'node:net';

/** An invalid setting. Its message is one sentence that names the variable. */
export class ConfigError extends Error {}

/** The environment variables, passed to each function that reads settings. */
export type Env = Record<string, string | undefined>;

/** Returns a setting, trimmed; undefined if it is blank. */
export const readText = (env: Env, name: string) => {
	const value = env[name]?.trim();
	return value === '' ? undefined : value;
};

/** Returns the values of a comma-separated setting. */
export const readList = (env: Env, name: string) =>
	(readText(env, name) ?? '')
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');

/** Returns the origin of an address; throws for an address with a path or a user. */
export const readSite = (name: string, value: string) => {
	const url = URL.parse(value);
	const more = url && url.pathname.slice(1) + url.search + url.hash + url.username + url.password;
	if (!url || !/^https?:$/.test(url.protocol) || more)
		throw new ConfigError(
			`${name} must be an address such as https://console.example.org, not "${value}".`,
		);
	return url.origin;
};

/** Returns a switch: `1` or `on`, `0` or `off`; as `preset` if it is blank. */
export const readFlag = (env: Env, name: string, preset: '0' | '1' = '0') => {
	const value = readText(env, name) ?? preset;
	if (!/^(0|1|off|on)$/.test(value))
		throw new ConfigError(`${name} must be 1 or 0, not "${value}".`);
	return value === '1' || value === 'on';
};

const isNetwork = (value: string) => {
	const [address = '', bits, more] = value.split('/');
	const family = isIP(address);
	if (family === 0 || more !== undefined || address.includes('%')) return false;
	// IPv4 networks in IPv6 notation are ambiguous; plain IPv4 notation is not.
	if (/^::ffff:/i.test(address)) return false;
	return (
		bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
	);
};

/** Returns a list of addresses and networks; throws for an invalid one. */
export const readNetworks = (env: Env, name: string) => {
	const named = readList(env, name);
	const wrong = named.find((network) => !isNetwork(network));
	if (wrong !== undefined)
		throw new ConfigError(
			`${name} must list addresses or networks such as 10.0.0.0/8, not "${wrong}".`,
		);
	return named;
};

/** Host names that only the same machine can reach. */
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

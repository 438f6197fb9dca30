import { isIP } from 'node:net';

/** A setting that cannot be used. Its message is one sentence that names the variable. */
export class ConfigError extends Error {}

/** The environment, as it is handed to whoever reads a part of it. */
export type Env = Record<string, string | undefined>;

/** A setting as it was given, or undefined where it is blank. */
export const text = (env: Env, name: string) => {
	const value = env[name]?.trim();
	return value === '' ? undefined : value;
};

/** A setting that lists things with commas between them. */
export const list = (env: Env, name: string) =>
	(text(env, name) ?? '')
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');

/** The origin that an address names; refuses one with a path, or with a user. */
export const site = (name: string, value: string) => {
	const url = URL.parse(value);
	const more = url && url.pathname.slice(1) + url.search + url.hash + url.username + url.password;
	if (!url || !/^https?:$/.test(url.protocol) || more)
		throw new ConfigError(
			`${name} must be an address such as https://console.example.org, not "${value}".`,
		);
	return url.origin;
};

/** A switch: `1` or `on`, `0` or `off`, off where it is blank. */
export const flag = (env: Env, name: string) => {
	const value = text(env, name) ?? '0';
	if (!/^(0|1|off|on)$/.test(value))
		throw new ConfigError(`${name} must be 1 or 0, not "${value}".`);
	return value === '1' || value === 'on';
};

const isNetwork = (value: string) => {
	const [address = '', bits, more] = value.split('/');
	const family = isIP(address);
	if (family === 0 || more !== undefined || address.includes('%')) return false;
	// An IPv4 network inside an IPv6 one is read in two ways; as what it is there is only one.
	if (/^::ffff:/i.test(address)) return false;
	return (
		bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
	);
};

/** Addresses and networks, each checked. */
export const networks = (env: Env, name: string) => {
	const named = list(env, name);
	const wrong = named.find((network) => !isNetwork(network));
	if (wrong !== undefined)
		throw new ConfigError(
			`${name} must list addresses or networks such as 10.0.0.0/8, not "${wrong}".`,
		);
	return named;
};

/** The names under which a machine reaches itself and nobody else does. */
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** An S3-compatible store, and how to connect to it. */
export interface BucketSettings {
	bucket: string;
	prefix: string;
	endpoint: string | undefined;
	region: string;
	/** True if downloads are redirected to signed links of the store; false if they go through the server. */
	signedLinks: boolean;
	answerMs: number;
	/** Undefined if the machine has a role, which the client looks up itself. */
	credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
}

// docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^([\w.-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const ANSWER_MS = 10_000;
const PARAMETERS = new Set(['endpoint', 'region', 'links']);
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type Setting = (name: string) => string | undefined;

const readCredentials = (setting: Setting): BucketSettings['credentials'] | string => {
	const accessKeyId = setting('AWS_ACCESS_KEY_ID');
	const secretAccessKey = setting('AWS_SECRET_ACCESS_KEY');
	if (accessKeyId !== undefined && secretAccessKey !== undefined) {
		const sessionToken = setting('AWS_SESSION_TOKEN');
		return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
	}
	// The client finds a profile, a token, or the metadata service of the machine itself.
	if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
	const missing = accessKeyId === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
	return `${missing} is needed where FILES_URL is set.`;
};

const mayLink = (endpoint: URL | undefined) =>
	endpoint === undefined || endpoint.protocol === 'https:' || LOOPBACK.test(endpoint.hostname);

const parseEndpoint = (value: string | null) => {
	if (value === null) return undefined;
	const url = URL.parse(value);
	const plain =
		url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username;
	return plain ? url : null;
};

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&links=server|signed` and `AWS_…`. Returns an error text if they are
 * invalid.
 */
export const parseBucketSettings = (address: string, setting: Setting): BucketSettings | string => {
	const url = URL.parse(address);
	if (url?.protocol !== 's3:' || url.hostname === '' || url.port || url.username)
		return 'FILES_URL must be an address such as s3://bucket/prefix?endpoint=https://s3.example.org.';
	if (!BUCKET.test(url.hostname))
		return `FILES_URL must name a bucket of 3 to 63 small letters, digits, dots and hyphens, not "${url.hostname}".`;
	const prefix = url.pathname.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/');
	if (!PREFIX.test(prefix) || prefix.split('/').includes('..'))
		return 'FILES_URL must have a prefix of letters, digits, hyphens, dots and slashes.';
	const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
	if (unknown !== undefined) return `FILES_URL takes endpoint, region and links, not "${unknown}".`;
	const endpoint = parseEndpoint(url.searchParams.get('endpoint'));
	if (endpoint === null)
		return 'FILES_URL must name an endpoint such as https://s3.example.org, without a path.';
	const region = url.searchParams.get('region') ?? setting('AWS_REGION') ?? 'us-east-1';
	if (!REGION.test(region)) return 'FILES_URL must name a region such as eu-west-1.';
	const links = url.searchParams.get('links') ?? 'server';
	if (links !== 'server' && links !== 'signed')
		return `FILES_URL takes links=server or links=signed, not "${links}".`;
	if (links === 'signed' && !mayLink(endpoint))
		return 'FILES_URL must name an https endpoint where links=signed.';
	const credentials = readCredentials(setting);
	if (typeof credentials === 'string') return credentials;
	return {
		bucket: url.hostname,
		prefix,
		endpoint: endpoint?.origin,
		region,
		signedLinks: links === 'signed',
		answerMs: ANSWER_MS,
		credentials,
	};
};

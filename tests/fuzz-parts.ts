import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A body as it goes over the line, and the content type that it claims. */
export interface Sent {
	payload: string | Buffer | undefined;
	type: string | undefined;
}

const NAUGHTY = [
	...['', ' ', '0', '-1', '1.5', '1e400', 'NaN', 'null', 'undefined', 'true', '[object Object]'],
	...['\u0000', '\u0007', '\u001b[31m', '\r\nX: y', '\ud800', '\udfff\ud83d', '\u202e', '\ufeff'],
	...["'", '"', '`', '\\', '%', '_', '%%', "' or '1'='1", "'; drop table courses;--", '$1', '?'],
	...['../../etc/passwd', '..\\..\\', 'file:///etc/passwd', 'http://127.0.0.1:1/', '//evil'],
	...['<script>alert(1)</script>', '{{7*7}}', '=1+1', '__proto__', 'constructor', 'toString'],
	...['javascript:alert(1)', 'https://example.org/a.pdf', `/files/${'0'.repeat(64)}.pdf`],
	...[
		'🎓',
		'👩🏾‍🎓',
		'İ',
		'ß',
		'e\u0301',
		'中文',
		'عربي',
		'x'.repeat(201),
		'🎓'.repeat(5_001),
		'cat_diploma',
	],
];

const anyText = fc.oneof(
	fc.constantFrom(...NAUGHTY),
	fc.string({ maxLength: 12 }),
	fc.array(fc.nat(0xffff), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
);

/** One segment of an address, encoded in some way or not at all. */
export const anySegment = fc.oneof(
	anyText.map((text) => encodeURIComponent(text.toWellFormed())),
	fc.constantFrom(
		...['', '.', '%00', '%', '%zz', '%E0%A4%A', '%ED%A0%80', '%2e%2e', '%2F', '%5C', 'a;b=c', '*'],
		...['01900000-0000-7000-8000-000000000000', 'A'.repeat(3_000), ':id', '{id}', 'export.csv'],
	),
);

const QUERY_NAMES = [
	...['search', 'course_id', 'subject_id', 'published', 'free', 'sort', 'page', 'limit', 'status'],
	...['result_code', 'actor', 'action', 'item_kind', 'item_id', 'before', 'subject_id'],
	...['from', 'to', 'page[]', 'limit[$gt]', '__proto__', 'constructor', 'id', ''],
];
const QUERY_VALUES = [
	'1',
	'25',
	'100',
	'101',
	'true',
	'false',
	'name',
	'-name',
	'all',
	'2026-02-30',
];

/** The query of an address with its question mark, or nothing. */
export const anyQuery = fc.oneof(
	{ weight: 2, arbitrary: fc.constant('') },
	{
		weight: 3,
		arbitrary: fc
			.array(
				fc.tuple(
					fc.constantFrom(...QUERY_NAMES),
					fc.oneof(
						fc.constantFrom(...QUERY_VALUES),
						anyText.map((text) => encodeURIComponent(text.toWellFormed())),
						fc.constantFrom(
							'%',
							'%zz',
							'%E0%A4%A',
							'%00',
							'a%00b',
							'%ff',
							'%ED%A0%80',
							'+',
							'&&',
							'==',
							'#x',
						),
					),
				),
				{ minLength: 1, maxLength: 4 },
			)
			.map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`),
	},
);

// What a header line can hold at all; the rest is refused before there is a request.
const headerText = anyText.map((text) =>
	text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 500),
);

const HEADERS: Record<string, string[]> = {
	'if-match': ['*', '"1"', 'W/"1"', '"1", "2"', '1'],
	'if-none-match': ['*', '"1"'],
	'idempotency-key': ['a', 'b', 'x'.repeat(300)],
	'content-encoding': ['gzip', 'br', 'deflate', 'identity', 'zstd', 'gzip, gzip'],
	'accept-encoding': ['gzip', 'br', '*', 'identity;q=0', ';;', 'gzip;q=x'],
	accept: ['text/html', 'application/xml', '*/*', ''],
	origin: ['http://127.0.0.1:4000', 'http://evil.example', 'null'],
	'sec-fetch-site': ['same-origin', 'cross-site', 'none'],
	range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'lines=1'],
	'x-forwarded-for': ['127.0.0.1', '::1, evil'],
	'x-forwarded-host': ['evil.example'],
	'x-http-method-override': ['DELETE'],
	'x-original-url': ['/api/courses'],
	authorization: ['Bearer x', 'Basic eDp5'],
	cookie: ['a=b', '__Host-sid=x; ;;=', '%00=1'],
	expect: ['100-continue'],
};

/** Headers that change how a request is read, each mostly absent. */
export const anyHeaders = fc
	.array(
		fc
			.constantFrom(...Object.keys(HEADERS))
			.chain((name) =>
				fc.tuple(
					fc.constant(name),
					fc.oneof(
						{ weight: 4, arbitrary: fc.constantFrom(...(HEADERS[name] ?? [''])) },
						{ weight: 1, arbitrary: headerText },
					),
				),
			),
		{ maxLength: 2 },
	)
	.map((pairs) => Object.fromEntries(pairs) as Record<string, string>);

const anyValue = fc.oneof(
	anyText,
	fc.constantFrom<unknown>(null, true, false, 0, 1, -1, -0, 1.5, 2 ** 53, 1e300, 2_024, [], {}, [
		[],
	]),
	fc.constantFrom<unknown>({ $gt: 0 }, { toString: 1 }, ['x'], { a: { b: {} } }),
);

/** One of the given bodies with some of its fields left out, replaced or added. */
const mutated = (bodies: Record<string, unknown>[]) =>
	fc
		.tuple(
			fc.constantFrom(...bodies),
			fc.array(fc.tuple(fc.nat(7), anyValue), { maxLength: 2 }),
			fc.dictionary(fc.constantFrom('id', 'stats', 'url', 'created_at', 'constructor'), anyValue, {
				maxKeys: 2,
			}),
			fc.nat(3).map((n) => n > 0),
		)
		.map(([body, changes, extra, whole]) => {
			const fields = Object.keys(body);
			const changed = Object.fromEntries(
				changes.map(([at, value]) => [fields[at % fields.length], value]),
			);
			const start = whole ? body : {};
			return JSON.stringify({ ...start, ...extra, ...changed });
		});

const TYPES = [
	...[
		'application/json; charset=utf-16',
		'application/json; charset=latin1',
		'text/plain',
		'application/x-www-form-urlencoded',
	],
	...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json\ta', ';', ''],
];

/** A body of JSON, of broken JSON, of something else, or none. */
export const anyBody = (bodies: Record<string, unknown>[]): fc.Arbitrary<Sent> => {
	const json = mutated(bodies);
	const broken = fc.oneof(
		fc.tuple(json, fc.nat(200)).map(([text, at]) => text.slice(0, at)),
		fc.tuple(json, fc.nat(200), anyText).map(([text, at, put]) => `${text.slice(0, at)}${put}`),
		json.map((text) => `{"__proto__":{"x":1},${text.slice(1)}`),
		json.map((text) => `${'['.repeat(5_000)}${text}`),
		fc.constantFrom('', 'null', '[]', '7', '"x"', '\ufeff{}', '{"name":1e999}', '{"a":1,"a":2}'),
		fc.constant(`{"name":"${'x'.repeat(300_000)}"}`),
	);
	const claimed = (payload: fc.Arbitrary<string | Buffer>, type: string) =>
		payload.map((sent) => ({ payload: sent, type }));
	return fc.oneof(
		{ weight: 6, arbitrary: claimed(json, 'application/json') },
		{ weight: 3, arbitrary: claimed(broken, 'application/json') },
		{
			weight: 1,
			arbitrary: claimed(
				fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
				'application/json',
			),
		},
		{
			weight: 1,
			arbitrary: claimed(
				json.map((text) => gzipSync(text)),
				'application/json',
			),
		},
		{
			weight: 2,
			arbitrary: fc
				.tuple(json, fc.constantFrom(...TYPES))
				.map(([payload, type]) => ({ payload, type })),
		},
		{ weight: 2, arbitrary: fc.constant({ payload: undefined, type: undefined }) },
		{ weight: 1, arbitrary: fc.constant({ payload: undefined, type: 'application/json' }) },
	);
};

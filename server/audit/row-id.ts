import { randomUUIDv7 } from 'node:crypto';

/** The moment that a UUIDv7 carries in its first 48 bits, in milliseconds (RFC 9562, section 5.7). */
export const momentOfId = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** What comes before every UUIDv7 of a moment and after every one of an earlier moment. */
export const firstIdAt = (ms: number) => {
	const digits = ms.toString(16).padStart(12, '0');
	return `${digits.slice(0, 8)}-${digits.slice(8)}`;
};

const TIES = 4096;
let lastMs = 0;
let tie = 0;

/** Returns the id of the next audit row: a UUIDv7 above all earlier ones of this process (RFC 9562, section 6.2, method 1). */
export const nextAuditId = () => {
	const now = Date.now();
	if (now > lastMs) [lastMs, tie] = [now, 0];
	else if (++tie === TIES) [lastMs, tie] = [lastMs + 1, 0];
	return `${firstIdAt(lastMs)}-7${tie.toString(16).padStart(3, '0')}${randomUUIDv7().slice(18)}`;
};

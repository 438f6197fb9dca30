import { NAME_MAX } from '#shared/contract/fields.ts';

// Controls, what turns the direction of text or is invisible, and the separators of lines.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a file name as one visible line of at most 200 characters with its extension. It is never used as a path. */
export const tidyName = (sent: string) => {
	const last = sent.split(/[\\/]/).at(-1) ?? '';
	const name = last
		.toWellFormed()
		.normalize('NFC')
		.replace(INVISIBLE, '')
		.replace(/\s+/gu, ' ')
		.trim();
	const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{0,20})?$/u.exec(name) ?? [];
	const room = NAME_MAX - [...ending].length;
	return `${[...stem].slice(0, room).join('').trimEnd() || 'Untitled'}${ending}`;
};

import { describe, expect, it } from 'vitest';
import { paperExtensions, UPLOAD_MAX_BYTES } from '#shared/contract/content/files.ts';
import { findRefusal } from './use-upload.ts';

const file = (name: string, size = 10) => {
	const made = new File(['x'], name);
	Object.defineProperty(made, 'size', { value: size });
	return made;
};

describe('findRefusal', () => {
	it('checks the extension, ignoring case', () => {
		expect(findRefusal(file('Paper 1.PDF'), paperExtensions)).toBeUndefined();
		expect(findRefusal(file('slides.pptx'), paperExtensions)).toBe(
			'This type of file is not accepted. Choose a .pdf, .doc or .docx file.',
		);
		expect(findRefusal(file('pdf'), ['pdf'])).toBeUndefined();
	});

	it('checks the size', () => {
		expect(findRefusal(file('a.pdf', UPLOAD_MAX_BYTES), paperExtensions)).toBeUndefined();
		expect(findRefusal(file('a.pdf', UPLOAD_MAX_BYTES + 1), paperExtensions)).toContain('50 MB');
		expect(findRefusal(file('a.pdf', 0), paperExtensions)).toBe('This file is empty.');
	});
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { listChosenFiles } from './folder.ts';
import { createSending, listUnsent, recognizeFile, type SendingFiles } from './sending.ts';

/** State of the fake XMLHttpRequest server, which stores uploads, or loses them while `off`. */
const line = { off: false, lost: 0, sent: 0, atOnce: 0, most: 0 };

class Call {
	upload: { onprogress?: (event: object) => void } = {};
	onload?: () => void;
	onerror?: () => void;
	onabort?: () => void;
	onloadend?: () => void;
	status = 0;
	responseText = '';
	open() {}
	setRequestHeader() {}
	getResponseHeader() {
		return null;
	}
	abort() {
		this.onabort?.();
	}
	send(form: FormData) {
		line.sent++;
		line.atOnce++;
		line.most = Math.max(line.most, line.atOnce);
		setTimeout(() => {
			line.atOnce--;
			this.onloadend?.();
			if (line.off) {
				line.lost++;
				return this.onerror?.();
			}
			const { name } = form.get('file') as File;
			this.status = name === 'broken.pdf' ? 415 : 201;
			this.responseText = JSON.stringify(
				this.status === 201
					? { success: true, data: { url: `/files/${name}` } }
					: {
							success: false,
							error: 'This file is damaged, or is not a PDF (.pdf).',
							code: 'refused',
						},
			);
			this.onload?.();
		}, 10);
	}
}

const file = (name: string, text = name) => ({
	path: `July/${name}`,
	file: new File([text], name),
});
const many = (count: number) => Array.from({ length: count }, (_, n) => file(`${n}.pdf`));

const begin = () => {
	const rows: string[] = [];
	const sending = createSending('batch', async ({ path }) => {
		if (line.off) throw new ApiError({ kind: 'lost' });
		rows.push(path);
	});
	return { sending, rows };
};

const arrived = (sending: SendingFiles) =>
	vi.waitFor(() => expect(sending.isUnderWay()).toBe(false), { timeout: 120_000 });

beforeEach(() => {
	Object.assign(line, { off: false, lost: 0, sent: 0, atOnce: 0, most: 0 });
	localStorage.clear();
	vi.stubGlobal('XMLHttpRequest', Call);
});
afterEach(() => {
	vi.unstubAllGlobals();
});

describe('createSending', () => {
	it('uploads three files at a time and adds each as a row once', async () => {
		const { sending, rows } = begin();
		expect(sending.addFiles(many(10))).toBe(10);
		expect(sending.addFiles(many(10))).toBe(0);
		await expect.poll(() => rows).toHaveLength(10);
		await arrived(sending);
		expect(rows.toSorted()).toEqual(
			many(10)
				.map(({ path }) => path)
				.toSorted(),
		);
		expect(line.most).toBeLessThanOrEqual(3);
		expect(sending.now()).toEqual([]);
		expect(sending.isUnderWay()).toBe(false);
		expect(listUnsent('batch')).toEqual([]);
	});

	it('refuses files that are no past paper and continues with the others', async () => {
		const { sending, rows } = begin();
		sending.addFiles([file('notes.txt'), file('broken.pdf'), file('a.pdf'), file('empty.pdf', '')]);
		await arrived(sending);
		expect(rows).toEqual(['July/a.pdf']);
		expect(sending.now().map(({ path, step }) => [path, step])).toEqual([
			['July/notes.txt', 'refused'],
			['July/broken.pdf', 'refused'],
			['July/empty.pdf', 'refused'],
		]);
		// Refused files are not requested again after a reload.
		expect(listUnsent('batch')).toEqual([]);
		expect(sending.isUnderWay()).toBe(false);
		sending.remove();
		expect(sending.now()).toEqual([]);
	});

	it('continues when the connection is back', async () => {
		const { sending, rows } = begin();
		line.off = true;
		sending.addFiles(many(4));
		await expect.poll(() => line.lost).toBeGreaterThanOrEqual(3);
		expect(sending.isUnderWay()).toBe(true);
		line.off = false;
		window.dispatchEvent(new Event('online'));
		await arrived(sending);
		expect(rows).toHaveLength(4);
	});

	it('adds uploaded files when the connection is back, except removed ones', async () => {
		const rows: string[] = [];
		let isLost = true;
		const sending = createSending('batch', async ({ path }) => {
			if (isLost) throw new ApiError({ kind: 'lost' });
			rows.push(path);
		});
		vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
		sending.addFiles(many(2));
		await expect
			.poll(() => sending.now().map(({ progress }) => progress))
			.toEqual(Array(2).fill(expect.objectContaining({ step: 'waiting', cause: 'offline' })));
		sending.remove(sending.now()[0]?.key);
		isLost = false;
		vi.restoreAllMocks();
		window.dispatchEvent(new Event('online'));
		await arrived(sending);
		await expect.poll(() => rows).toEqual(['July/1.pdf']);
	});

	it('retries a row with the same key without uploading the file again', async () => {
		const tries: string[] = [];
		const sending = createSending('batch', async (_, { key }) => {
			tries.push(key);
			if (tries.length === 1) throw new ApiError({ kind: 'broken', status: 507 });
		});
		sending.addFiles(many(1));
		await expect.poll(() => sending.now()[0]?.step).toBe('failed');
		const { sent } = line;
		sending.retryFailed();
		expect(sending.now()[0]?.words).toBeUndefined();
		await expect.poll(() => sending.now()).toEqual([]);
		expect(tries).toEqual([tries[0], tries[0]]);
		expect(line.sent).toBe(sent);
	});

	it('recognises files of an earlier visit by name and size', async () => {
		const first = begin();
		line.off = true;
		first.sending.addFiles(many(3));
		await expect.poll(() => line.lost).toBeGreaterThanOrEqual(3);
		first.sending.end();

		line.off = false;
		const { sending, rows } = begin();
		expect(sending.missing().map(({ path }) => path)).toEqual(many(3).map(({ path }) => path));
		// One was added as a row, but its response was lost.
		sending.setRows([{ path: 'July/0.pdf', size: 5 }]);
		sending.addFiles([file('0.pdf'), { path: '1.pdf', file: new File(['1.pdf'], '1.pdf') }]);
		expect(sending.missing().map(({ path }) => path)).toEqual(['July/2.pdf']);
		await arrived(sending);
		expect(rows).toEqual(['July/1.pdf']);
		expect(listUnsent('batch')).toEqual([{ path: 'July/2.pdf', size: 5 }]);
		sending.forgetMissing();
		expect(listUnsent('batch')).toEqual([]);
	});
});

describe('chosen files', () => {
	it('are sorted by name, without system files', () => {
		const names = ['Paper 10.pdf', '.DS_Store', '~$Paper 2.docx', 'Paper 2.pdf', 'Thumbs.db'];
		const chosen = listChosenFiles(names.map((name) => new File([name], name)));
		expect(chosen.map(({ path }) => path)).toEqual(['Paper 2.pdf', 'Paper 10.pdf']);
	});

	it('are not recognised with another size', () => {
		const chosen = { path: 'a.pdf', file: new File(['abc'], 'a.pdf') };
		expect(recognizeFile(chosen, [{ path: 'July/a.pdf', size: 4 }]).path).toBe('a.pdf');
		expect(recognizeFile(chosen, [{ path: 'July/a.pdf', size: 3 }]).path).toBe('July/a.pdf');
	});
});

import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import type { Progress } from './pdf.ts';

/** Why a PDF cannot be shown, by the names that pdf.js gives its errors. */
export const whyNot = (error: unknown): string => {
	const { name, status } = (error ?? {}) as { name?: string; status?: number };
	if (name === 'PasswordException') return 'This PDF is protected by a password';
	if (name === 'InvalidPDFException') return 'This PDF is damaged and cannot be shown';
	if (name === 'ResponseException' && status === 404) return 'This file is no longer there';
	return 'The preview could not be loaded';
};

type PdfState =
	| { step: 'loading'; progress?: Progress }
	| { step: 'open'; pdf: PDFDocumentProxy }
	| { step: 'failed'; error: unknown };

/** Opens a PDF while the screen that shows it is there. What reads it is fetched only then. */
export const usePdf = (url: string) => {
	const [state, setState] = useState<PdfState>({ step: 'loading' });
	useEffect(() => {
		let task: PDFDocumentLoadingTask | undefined;
		let gone = false;
		const tell = (next: PdfState) => {
			if (!gone) setState(next);
		};
		const open = async () => {
			const { openPdf } = await import('./pdf.ts');
			if (gone) return;
			task = openPdf(url, (progress) => tell({ step: 'loading', progress }));
			tell({ step: 'open', pdf: await task.promise });
		};
		tell({ step: 'loading' });
		open().catch((error: unknown) => tell({ step: 'failed', error }));
		return () => {
			gone = true;
			void task?.destroy();
		};
	}, [url]);
	const fail = (error: unknown) => setState({ step: 'failed', error });
	return [state, fail] as const;
};

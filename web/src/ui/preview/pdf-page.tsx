import { Loader, VisuallyHidden } from '@mantine/core';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './preview.module.css';

/** As many as a small phone holds without giving up; a page beyond that is drawn a little coarser. */
const MOST_PIXELS = 12_000_000;

interface PdfPageProps {
	pdf: PDFDocumentProxy;
	/** From 1. */
	number: number;
	/** In CSS pixels. */
	width: number;
	onFailure: (error: unknown) => void;
}

/** One page of a PDF, drawn on a canvas, with its text for those who hear it. */
export const PdfPage = ({ pdf, number, width, onFailure }: PdfPageProps) => {
	const frame = useRef<HTMLDivElement>(null);
	const fail = useEffectEvent(onFailure);
	const [drawn, setDrawn] = useState(0);
	const [text, setText] = useState('');

	useEffect(() => {
		let rendering: RenderTask | undefined;
		let gone = false;
		const draw = async () => {
			const page = await pdf.getPage(number);
			const natural = page.getViewport({ scale: 1 });
			const scale = width / natural.width;
			const height = natural.height * scale;
			const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MOST_PIXELS / width / height));
			const viewport = page.getViewport({ scale: scale * sharpness });
			if (gone) return;
			const canvas = document.createElement('canvas');
			canvas.width = Math.round(viewport.width);
			canvas.height = Math.round(viewport.height);
			canvas.style.width = `${width}px`;
			canvas.style.height = `${height}px`;
			rendering = page.render({ canvas, viewport });
			await rendering.promise;
			if (gone) return;
			frame.current?.replaceChildren(canvas);
			setDrawn(number);
			const { items } = await page.getTextContent();
			if (!gone) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
		};
		draw().catch((error: unknown) => {
			if (!gone) fail(error);
		});
		return () => {
			gone = true;
			rendering?.cancel();
		};
	}, [pdf, number, width]);

	const busy = drawn !== number;
	return (
		<div className={classes.page} aria-busy={busy || undefined}>
			<div ref={frame} className={classes.sheet} aria-hidden />
			<VisuallyHidden component="p">{!busy && text}</VisuallyHidden>
			{busy && (
				<p className={classes.waiting}>
					<Loader size={14} aria-hidden /> Loading page {number}...
				</p>
			)}
		</div>
	);
};

import { Loader, Progress } from '@mantine/core';
import { useElementSize, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fileSize } from '../files/file-words.ts';
import { Failed } from '../loading/failed.tsx';
import { PdfPage } from './pdf-page.tsx';
import classes from './preview.module.css';
import { FIT, PreviewTools } from './preview-tools.tsx';
import { usePdf, whyNot } from './use-pdf.ts';

/** A page as wide as a large screen is harder to read, not easier. */
const WIDEST = 980;
const MARGIN = 16;

/** A key without others held, on this element alone where there is one. */
const isMeantFor = (event: KeyboardEvent, alone: Element | undefined) =>
	!(event.ctrlKey || event.metaKey || event.altKey) && (!alone || event.target === alone);

/** The key that turns a page as this one does: where the page ends, PageDown turns to the next. */
const turningKey = ({ key }: KeyboardEvent, box: HTMLElement) => {
	// What the page is too large for, the arrows scroll.
	if (key.startsWith('Arrow') && box.scrollWidth > box.clientWidth) return '';
	if (key === 'PageUp' && box.scrollTop <= 0) return 'ArrowLeft';
	const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
	return key === 'PageDown' && atEnd ? 'ArrowRight' : key;
};

interface PreviewBodyProps {
	url: string;
	name: string;
	/** The page to begin with, from 1. */
	page?: number;
	onRetry: () => void;
	/** What else can be done with a file that cannot be shown. */
	instead: ReactNode;
	/** It stands beside something else, which keeps the focus, and the keys that are meant for it. */
	beside?: boolean;
}

/** The pages of a PDF one by one, with what turns and enlarges them; or why there are none. */
export const PreviewBody = ({
	url,
	name,
	page = 1,
	onRetry,
	instead,
	beside,
}: PreviewBodyProps) => {
	const [state, fail] = usePdf(url);
	const [wanted, setNumber] = useState(page);
	const [zoom, setZoom] = useState(FIT);
	const size = useElementSize();
	const scroller = useRef<HTMLElement>(null);
	useEffect(() => {
		if (!beside) scroller.current?.focus({ preventScroll: true });
	}, [beside]);

	const pages = state.step === 'open' ? state.pdf.numPages : 0;
	const number = Math.max(1, Math.min(wanted, pages));
	const fitting = Math.min(size.width - 2 * MARGIN, WIDEST);
	const turn = (to: number) => {
		if (to < 1 || to > pages || to === number) return;
		setNumber(to);
		scroller.current?.scrollTo({ top: 0 });
	};

	const keys: Record<string, () => void> = {
		ArrowLeft: () => turn(number - 1),
		ArrowRight: () => turn(number + 1),
		Home: () => turn(1),
		End: () => turn(pages),
	};
	// Everything but a dialog is out of reach, so every key is meant for it.
	useWindowEvent('keydown', (event) => {
		const box = scroller.current;
		if (!box || !isMeantFor(event, beside ? box : undefined)) return;
		const act = keys[turningKey(event, box)];
		if (!act) return;
		event.preventDefault();
		act();
	});

	return (
		<div className={classes.body}>
			<section
				ref={scroller}
				className={classes.scroller}
				aria-label={`Pages of ${name}`}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be in reach of the keyboard
				tabIndex={0}
			>
				<div ref={size.ref} className={classes.room}>
					{state.step === 'failed' && (
						<div className={classes.failed}>
							<Failed
								error={state.error}
								fallback={whyNot(state.error)}
								retry={onRetry}
								action={instead}
							/>
						</div>
					)}
					{state.step === 'loading' && (
						<div className={classes.loading} role="status">
							<span>
								<Loader size={14} aria-hidden /> Loading preview...
							</span>
							{state.progress && (
								<>
									<Progress
										value={(100 * state.progress.loaded) / state.progress.total}
										aria-label={`Loading ${name}`}
									/>
									<span className="tabular">
										{fileSize(state.progress.loaded)} of {fileSize(state.progress.total)}
									</span>
								</>
							)}
						</div>
					)}
					{state.step === 'open' && fitting > 0 && (
						<PdfPage
							pdf={state.pdf}
							number={number}
							width={Math.round(fitting * zoom)}
							onFailure={fail}
						/>
					)}
				</div>
			</section>
			{state.step === 'open' && (
				<PreviewTools number={number} pages={pages} turn={turn} zoom={zoom} setZoom={setZoom} />
			)}
		</div>
	);
};

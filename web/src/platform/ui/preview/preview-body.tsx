import 'react-pdf/dist/Page/TextLayer.css';
import { ActionIcon, Box, Button, Flex, Group, Loader, ScrollArea, Text } from '@mantine/core';
import { useElementSize, useWindowEvent } from '@mantine/hooks';
import {
	IconChevronLeft,
	IconChevronRight,
	IconZoomIn,
	IconZoomOut,
	type TablerIcon,
} from '@tabler/icons-react';
import workerSrc from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import { inactive } from '../controls.tsx';
import { formatFileSize } from '../files/file-words.ts';
import { Failed } from '../loading/failed.tsx';

pdfjs.GlobalWorkerOptions.workerSrc = workerSrc;

/** The folder of decoders and fonts that the build adds (web/pdf-parts.ts). */
const PARTS = `/assets/pdf-parts-${pdfjs.version}/`;

/** Fetches only the pages that are shown, and compiles nothing, as the content security policy demands. */
const OPTIONS = {
	disableStream: true,
	disableAutoFetch: true,
	standardFontDataUrl: PARTS,
	wasmUrl: PARTS,
	useWasm: false,
	// Phones lack the fonts that a document may leave out.
	useSystemFonts: false,
	verbosity: 0,
};

/** The zoom at which a page is as wide as its box. */
const FIT = 1;
const STEPS = [0.5, 0.75, FIT, 1.5, 2, 3] as const;
const MAX_WIDTH = 980;
const MARGIN = 16;

/** Returns why a PDF cannot be shown, by the names that pdf.js gives its errors. */
const describeReason = (error: unknown): string => {
	const { name, status } = (error ?? {}) as { name?: string; status?: number };
	if (name === 'PasswordException') return 'This PDF is protected by a password';
	if (name === 'InvalidPDFException') return 'This PDF is damaged and cannot be shown';
	if (name === 'ResponseException' && status === 404) return 'This file no longer exists';
	return 'Could not load the preview';
};

interface ToolProps {
	name: string;
	icon: TablerIcon;
	off: boolean;
	onClick: () => void;
}

/** Renders a tool button that looks disabled while `off`; a really disabled button would lose the focus. */
const Tool = ({ name, icon: Icon, off, onClick }: ToolProps) => (
	<ActionIcon
		variant="default"
		title={name}
		aria-label={name}
		onClick={onClick}
		{...(off && inactive)}
	>
		<Icon size={20} aria-hidden />
	</ActionIcon>
);

interface PreviewBodyProps {
	url: string;
	name: string;
	/** The first page to show, from 1. */
	page?: number;
	onRetry: () => void;
	/** Another action for a file that cannot be shown. */
	instead: ReactNode;
	/** The preview is next to a form, which keeps the focus and its keys. */
	isNextToForm?: boolean;
}

/** Renders the pages of a PDF one by one, with buttons that turn and enlarge them. */
export const PreviewBody = ({ url, name, page = 1, ...props }: PreviewBodyProps) => {
	const { onRetry, instead, isNextToForm = false } = props;
	const [pages, setPages] = useState(0);
	const [wanted, setWanted] = useState(page);
	const [zoom, setZoom] = useState<number>(FIT);
	const [progress, setProgress] = useState<{ loaded: number; total: number }>();
	const [failure, setFailure] = useState<unknown>();
	const size = useElementSize();
	const number = Math.max(1, Math.min(wanted, pages));
	const turn = (to: number) => {
		if (to >= 1 && to <= pages) setWanted(to);
	};
	const keys: Record<string, () => void> = {
		ArrowLeft: () => turn(number - 1),
		ArrowRight: () => turn(number + 1),
		Home: () => turn(1),
		End: () => turn(pages),
	};
	useWindowEvent('keydown', (event) => {
		const act = keys[event.key];
		const isElsewhere = isNextToForm && !(event.target as Element).closest('[data-pages]');
		if (isElsewhere || !act || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		act();
	});
	const smaller = STEPS.findLast((step) => step < zoom);
	const larger = STEPS.find((step) => step > zoom);
	if (failure !== undefined)
		return (
			<Box p="md" maw={560}>
				<Failed
					error={failure}
					fallback={describeReason(failure)}
					retry={onRetry}
					action={instead}
				/>
			</Box>
		);
	return (
		<Flex direction="column" flex={1} mih={0}>
			<ScrollArea
				flex={1}
				bg="var(--ufundi-page)"
				viewportProps={{
					tabIndex: 0,
					role: 'region',
					'aria-label': `Pages of ${name}`,
					...{ 'data-pages': true },
				}}
			>
				<Box ref={size.ref} p={MARGIN} mih={200}>
					<Document
						file={url}
						options={OPTIONS}
						suspense={false}
						onLoadProgress={setProgress}
						onLoadSuccess={({ numPages }) => setPages(numPages)}
						onLoadError={setFailure}
						onSourceError={setFailure}
						error=""
						loading={
							<Text size="sm" role="status">
								<Loader size={14} aria-hidden /> Loading preview...{' '}
								{progress &&
									`${formatFileSize(progress.loaded)} of ${formatFileSize(progress.total)}`}
							</Text>
						}
					>
						{pages > 0 && size.width > 0 && (
							<Page
								pageNumber={number}
								width={Math.round(Math.min(size.width - 2 * MARGIN, MAX_WIDTH) * zoom)}
								renderAnnotationLayer={false}
								onRenderError={setFailure}
								suspense={false}
								error=""
								// The page is white in both colour schemes.
								loading={
									<Text size="sm" c="black">
										Loading page {number}...
									</Text>
								}
							/>
						)}
					</Document>
				</Box>
			</ScrollArea>
			{pages > 0 && (
				<Group justify="space-between" gap="xs" p="xs" role="toolbar" aria-label="Preview">
					<Group gap={4}>
						<Tool
							name="Previous page"
							icon={IconChevronLeft}
							off={number <= 1}
							onClick={() => turn(number - 1)}
						/>
						<Text size="sm" role="status" className="tabular">
							Page {number} of {pages}
						</Text>
						<Tool
							name="Next page"
							icon={IconChevronRight}
							off={number >= pages}
							onClick={() => turn(number + 1)}
						/>
					</Group>
					<Group gap={4}>
						<Tool
							name="Zoom out"
							icon={IconZoomOut}
							off={!smaller}
							onClick={() => setZoom(smaller ?? zoom)}
						/>
						<Button
							variant="default"
							px={6}
							title="Fit to width"
							aria-label="Fit to width"
							onClick={() => setZoom(FIT)}
						>
							{zoom === FIT ? 'Fit' : `${zoom * 100}%`}
						</Button>
						<Tool
							name="Zoom in"
							icon={IconZoomIn}
							off={!larger}
							onClick={() => setZoom(larger ?? zoom)}
						/>
					</Group>
				</Group>
			)}
		</Flex>
	);
};

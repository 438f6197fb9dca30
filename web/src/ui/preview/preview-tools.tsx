import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import classes from './preview.module.css';

/** The zoom at which a page is as wide as the room it has. */
export const FIT = 1;
const STEPS = [0.5, 0.75, FIT, 1.5, 2, 3] as const;

interface PreviewToolsProps {
	/** The page on screen, from 1. */
	number: number;
	pages: number;
	turn: (to: number) => void;
	zoom: number;
	setZoom: (zoom: number) => void;
}

/** Turns the pages of a preview, and makes them larger and smaller. */
export const PreviewTools = ({ number, pages, turn, zoom, setZoom }: PreviewToolsProps) => {
	const smaller = STEPS.findLast((step) => step < zoom);
	const larger = STEPS.find((step) => step > zoom);
	// Disabled in looks only: a button that holds the focus may not take it with it.
	const off = (is: boolean) => is && ({ 'aria-disabled': true, 'data-disabled': true } as const);
	return (
		<div className={classes.tools} role="toolbar" aria-label="Preview">
			<div className={classes.group}>
				<ActionIcon
					variant="default"
					title="Previous page"
					aria-label="Previous page"
					onClick={() => turn(number - 1)}
					{...off(number <= 1)}
				>
					<IconChevronLeft size={20} aria-hidden />
				</ActionIcon>
				<span className={classes.count} role="status">
					Page {number} of {pages}
				</span>
				<ActionIcon
					variant="default"
					title="Next page"
					aria-label="Next page"
					onClick={() => turn(number + 1)}
					{...off(number >= pages)}
				>
					<IconChevronRight size={20} aria-hidden />
				</ActionIcon>
			</div>
			<div className={classes.group}>
				<ActionIcon
					variant="default"
					title="Zoom out"
					aria-label="Zoom out"
					onClick={() => setZoom(smaller ?? zoom)}
					{...off(smaller === undefined)}
				>
					<IconZoomOut size={20} aria-hidden />
				</ActionIcon>
				<Button
					variant="default"
					className={classes.fit}
					title="Fit to width"
					aria-label="Fit to width"
					onClick={() => setZoom(FIT)}
				>
					{zoom === FIT ? 'Fit' : `${zoom * 100}%`}
				</Button>
				<ActionIcon
					variant="default"
					title="Zoom in"
					aria-label="Zoom in"
					onClick={() => setZoom(larger ?? zoom)}
					{...off(larger === undefined)}
				>
					<IconZoomIn size={20} aria-hidden />
				</ActionIcon>
			</div>
		</div>
	);
};

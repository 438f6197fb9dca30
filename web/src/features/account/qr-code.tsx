import encodeQR from 'qr';
import classes from './account.module.css';

/** Light cells around it, without which scanners do not find it: four, by ISO/IEC 18004. */
const QUIET = 4;

/** The path of the dark cells, each a square of one unit. */
const pathOf = (cells: readonly (readonly boolean[])[]) =>
	cells.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** A text as a QR code, dark on light whatever the scheme: not every scanner reads it inverted. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
	const cells = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' });
	return (
		<svg
			className={classes.qr}
			viewBox={`0 0 ${cells.length} ${cells.length}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
		>
			<path d={pathOf(cells)} />
		</svg>
	);
};

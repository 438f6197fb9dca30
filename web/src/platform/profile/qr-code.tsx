import encodeQR from 'qr';

/** Width of the light border in cells, which scanners need (ISO/IEC 18004). */
const QUIET = 4;

/** Returns the SVG path of the dark cells, each a square of one unit. */
const drawPath = (cells: readonly (readonly boolean[])[]) =>
	cells.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** Renders a text as a QR code, dark on light in both schemes: not every scanner reads inverted codes. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
	const cells = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' });
	return (
		<svg
			style={{
				display: 'block',
				width: 'min(100%, 220px)',
				margin: '0 auto',
				borderRadius: 8,
				background: '#fff',
				fill: '#000',
			}}
			viewBox={`0 0 ${cells.length} ${cells.length}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
		>
			<path d={drawPath(cells)} />
		</svg>
	);
};

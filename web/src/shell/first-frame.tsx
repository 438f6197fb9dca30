import { product } from '../product.ts';
import { Logo } from './logo.tsx';

/**
 * The frame of the console while its first questions are under way. The same stands in `index.html`,
 * where it is painted before any of this has come, so that nothing moves when one takes the other's place.
 */
export const FirstFrame = () => (
	<div className="first-frame">
		<div>
			<Logo />
			{product}
		</div>
		<p role="status">Loading…</p>
	</div>
);

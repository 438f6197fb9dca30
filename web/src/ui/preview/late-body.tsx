import { Loading } from '../loading/loading.tsx';
import { late } from '../loading/on-demand.tsx';

/** Renders the pages of a PDF. The code is large, so it is loaded when the first PDF is shown. */
export const [PreviewBody, preparePreview] = late(
	() => import('./preview-body.tsx'),
	'PreviewBody',
	<Loading text="Loading preview..." />,
);

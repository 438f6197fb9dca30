import { Loading } from '../loading/loading.tsx';
import { lazyPart } from '../loading/on-demand.tsx';

/** Renders the pages of a PDF. The code is large, so it is loaded when the first PDF is shown. */
export const [PreviewBody, preparePreview] = lazyPart(
	() => import('./preview-body.tsx'),
	'PreviewBody',
	<Loading text="Loading preview..." />,
);

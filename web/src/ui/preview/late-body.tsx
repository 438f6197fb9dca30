import { Loading } from '../loading/loading.tsx';
import { late } from '../loading/on-demand.tsx';

/** The pages of a PDF; their code, which is large, is loaded when the first one is shown. */
export const [PreviewBody, preparePreview] = late(
	() => import('./preview-body.tsx'),
	'PreviewBody',
	<Loading text="Loading preview..." />,
);

import type { CoverageState } from '#shared/contract/coverage.ts';

/** SVG path of each state's icon in a 16 × 16 box. Shapes differ, so that no state depends on colour or print. */
const strokes: Readonly<Record<CoverageState, string>> = {
	published: 'M2.5 8.5 6 12l7.5-8',
	draft: 'M10.8 2.4l2.8 2.8-7.9 7.9-3.4.6.6-3.4z',
	no_file: 'M3.5 1.8h6l3 3v9.4h-9zM6 7l4 4.5M10 7l-4 4.5',
	missing: 'M8 1.8v8M8 13v1.2',
	not_held: 'M2.5 8h11',
};

const symbolId = (state: CoverageState) => `coverage-${state}`;

/** Renders the icons as SVG symbols once; every cell refers to them with `<use>`. */
export const StateIconSymbols = () => (
	<svg className="unseen" aria-hidden>
		{Object.entries(strokes).map(([state, d]) => (
			<symbol key={state} id={symbolId(state as CoverageState)} viewBox="0 0 16 16">
				<path
					d={d}
					fill="none"
					stroke="currentColor"
					strokeWidth={1.8}
					strokeLinecap="round"
					strokeLinejoin="round"
				/>
			</symbol>
		))}
	</svg>
);

export const StateIcon = ({ state }: { state: CoverageState }) => (
	<svg width={14} height={14} aria-hidden>
		<use href={`#${symbolId(state)}`} />
	</svg>
);

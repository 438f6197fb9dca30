import { Affix } from '@mantine/core';
import {
	Component,
	type ComponentType,
	lazy,
	type ReactNode,
	Suspense,
	useEffect,
	useRef,
	useState,
} from 'react';
import { releaseKeys, useEarlyKeys } from './early-keys.ts';
import { Failed } from './failed.tsx';
import { ProgressLine } from './loading.tsx';

/** The props that open and close a dialog. */
export interface Opened {
	opened: boolean;
	onClose: () => void;
}

/** Returns the current value or, while a dialog without a value fades out, the last one. */
export const useLast = <T,>(now: T | null | undefined): T | undefined => {
	const last = useRef(now ?? undefined);
	last.current = now ?? last.current;
	return last.current;
};

interface LateBoundaryProps {
	/** Where an error is shown: in place of the part, over the screen, or nowhere if the part only helps. */
	shows: 'inline' | 'over' | 'nothing';
	/** Loads the part again. */
	onRetry: () => void;
	children: ReactNode;
}

/** Reports that a part could not be loaded and offers Retry; the rest of the screen stays. */
class LateBoundary extends Component<LateBoundaryProps, { error?: unknown }> {
	override state: { error?: unknown } = {};
	static getDerivedStateFromError = (error: unknown) => ({ error });
	override componentDidCatch = releaseKeys;
	override render() {
		if (this.state.error === undefined) return this.props.children;
		const retry = () => {
			this.props.onRetry();
			this.setState({ error: undefined });
		};
		const failed = (
			<Failed
				error={this.state.error}
				fallback="Could not load this part. Check the connection and try again, or reload the page"
				retry={retry}
			/>
		);
		if (this.props.shows === 'nothing') return null;
		return this.props.shows === 'over' ? (
			<Affix position={{ bottom: 16, right: 16 }} maw="calc(100vw - 32px)" zIndex={600}>
				{failed}
			</Affix>
		) : (
			failed
		);
	}
}

/** The time after the screen is shown until it loads what its first actions need. */
const IDLE_MS = 1500;

/** Loads what an action of this screen needs once the screen is idle, while there is still a connection. */
export const useIdleLoad = (load: () => void) =>
	useEffect(() => {
		const timer = setTimeout(load, IDLE_MS);
		return () => clearTimeout(timer);
	}, [load]);

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never;

/**
 * Returns a component whose code is loaded when it is first rendered, and a function that loads it ahead.
 * @example const [Charts] = lazyPart(() => import('./charts.tsx'), 'Charts');
 */
export const lazyPart = <
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(
	load: () => Promise<Module>,
	name: Name,
	/** Shown while the part is loading: null for one that only helps. Omitted for parts that open over the screen. */
	waiting?: ReactNode,
) => {
	type Props = PropsOf<Module[Name]>;
	// React's `lazy` caches a failure, so Retry needs a new one.
	const make = () =>
		lazy(async () => ({ default: (await load())[name] as unknown as ComponentType<object> }));
	const shows = waiting === undefined ? 'over' : waiting === null ? 'nothing' : 'inline';
	const Late = (props: Props) => {
		const [Part, setPart] = useState(make);
		return (
			<LateBoundary shows={shows} onRetry={() => setPart(make)}>
				<Suspense fallback={waiting ?? <ProgressLine />}>
					<Part {...(props as object)} />
				</Suspense>
			</LateBoundary>
		);
	};
	return [Late, () => void load().catch(() => {})] as const;
};

/**
 * Returns a dialog whose code is loaded when it is first opened, and a function that loads it ahead.
 * @example const [Details, prepare] = onDemand(() => import('./details.tsx'), 'Details');
 */
export const onDemand = <
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(
	load: () => Promise<Module>,
	name: Name,
) => {
	const [Late, prepare] = lazyPart(load, name);
	const OnDemand = (props: PropsOf<Module[Name]> & Opened) => {
		const [wasOpened, setWasOpened] = useState(false);
		if (props.opened && !wasOpened) setWasOpened(true);
		useEarlyKeys(props.opened);
		useIdleLoad(prepare);
		return wasOpened ? <Late {...props} /> : null;
	};
	return [OnDemand, prepare] as const;
};

/** Returns handlers that load what a button opens once the pointer or the focus is on the button. */
export const preloadHandlers = (prepare: () => void) => ({
	onPointerEnter: prepare,
	onFocus: prepare,
});

import { Affix } from '@mantine/core';
import {
	Component,
	type ComponentType,
	lazy,
	type ReactNode,
	Suspense,
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
	/** Shows an error over the screen instead of in place of the part. */
	over: boolean;
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
		return this.props.over ? (
			<Affix position={{ bottom: 16, right: 16 }} maw="calc(100vw - 32px)" zIndex={600}>
				{failed}
			</Affix>
		) : (
			failed
		);
	}
}

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
	/** Shown while the part is loading. Omitted for parts that open over the screen. */
	waiting?: ReactNode,
) => {
	type Props = PropsOf<Module[Name]>;
	// React's `lazy` caches a failure, so Retry needs a new one.
	const make = () =>
		lazy(async () => ({ default: (await load())[name] as unknown as ComponentType<object> }));
	const Late = (props: Props) => {
		const [Part, setPart] = useState(make);
		return (
			<LateBoundary over={waiting === undefined} onRetry={() => setPart(make)}>
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
		return wasOpened ? <Late {...props} /> : null;
	};
	return [OnDemand, prepare] as const;
};

/** Returns handlers that load what a button opens once the pointer or the focus is on the button. */
export const preloadHandlers = (prepare: () => void) => ({
	onPointerEnter: prepare,
	onFocus: prepare,
});

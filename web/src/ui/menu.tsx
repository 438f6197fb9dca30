import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useAskedPart, whenReached } from './on-demand.tsx';
import { ProgressLine } from './progress-line.tsx';
import type { RowMenuProps } from './row-actions.ts';
import { inactive, useRowBusy } from './row-busy.tsx';

const load = () => import('./open-menu.tsx');
const prepare = () => void load().catch(() => {});

/** The actions of a row that are too many for buttons. What a menu takes is fetched for the first one. */
export const RowMenu = (props: RowMenuProps) => {
	const [wanted, setWanted] = useState(false);
	const busy = useRowBusy();
	const giveUp = useCallback(() => setWanted(false), []);
	const part = useAskedPart('menu', load, wanted, giveUp);
	if (wanted && part) return <part.OpenMenu {...props} />;
	return (
		<>
			<ActionIcon
				title="Actions"
				aria-label={props.label}
				aria-haspopup="menu"
				aria-expanded={false}
				{...whenReached(prepare)}
				{...(busy ? inactive : { onClick: () => setWanted(true) })}
			>
				<IconDots size={20} aria-hidden />
			</ActionIcon>
			{wanted && <ProgressLine />}
		</>
	);
};

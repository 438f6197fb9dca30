import type { ReactNode } from 'react';
import type { PastPaper } from '#shared/contract/past-papers.ts';
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { ItemCard } from '../../ui/card-grid.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { PAPER } from './addresses.ts';
import { PaperSwitch, type PaperSwitchProps, placeOf } from './paper-columns.tsx';
import classes from './past-papers.module.css';

interface PaperCardProps {
	paper: PastPaper;
	subjectName: string | undefined;
	toggle: PaperSwitchProps['toggle'];
	actions: ReactNode;
}

/** One past paper as a card. */
export const PaperCard = ({ paper, subjectName, toggle, actions }: PaperCardProps) => {
	const { id, name, order_num, url, published, free } = paper;
	const place = placeOf(paper);
	return (
		<ItemCard
			id={id}
			name={
				<LinkText to={PAPER} params={{ ...place, paperId: id }} inherit>
					{name}
				</LinkText>
			}
			badges={
				<>
					{free && <AccessBadge free />}
					{!published && <StatusBadge published={false} />}
				</>
			}
			actions={actions}
		>
			<p className={classes.facts}>
				<span>Order: {order_num}</span>
				{subjectName && <span>{subjectName}</span>}
			</p>
			{url && <FileLink url={url} />}
			<div className={classes.switches}>
				<PaperSwitch
					paper={paper}
					field="published"
					label="Published"
					words="Published"
					toggle={toggle}
				/>
				<PaperSwitch paper={paper} field="free" label="Free" words="Free" toggle={toggle} />
			</div>
		</ItemCard>
	);
};

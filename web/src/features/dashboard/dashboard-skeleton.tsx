import { Skeleton } from '@mantine/core';
import classes from './dashboard.module.css';

const cards = (count: number, shape = classes.card) =>
	Array.from({ length: count }, (_, index) => (
		<div key={index} className={shape}>
			<Skeleton h={12} w="45%" my={4} />
			<Skeleton h={24} w="60%" my={5} />
			<Skeleton h={12} w="70%" my={4} />
		</div>
	));

const heading = <Skeleton h={18} w={170} mt={3} mb={3} />;

/** The shape of the dashboard that is on its way. */
export const DashboardSkeleton = () => (
	<>
		<div className={classes.looks}>
			{heading}
			<Skeleton h={14} w={190} my={5} />
		</div>
		<div className={classes.four}>{cards(4)}</div>
		<div className={classes.section}>
			{heading}
			<div className={classes.three}>{cards(3)}</div>
		</div>
		<div className={classes.section}>
			{heading}
			<div className={classes.two}>{cards(2, `${classes.panel} ${classes.month}`)}</div>
		</div>
	</>
);

import { Button, Text } from '@mantine/core';
import type { Finding, PreflightOfOne } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { grouped } from '#shared/grouped.ts';
import { countedOf } from '../counted.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { titled } from '../labels.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { FindingName, saysOf, signs } from '../preflight/finding-list.tsx';
import classes from '../preflight/preflight.module.css';
import { useReason } from '../preflight/use-reason.tsx';
import { metOf } from './look-first.ts';

export interface PublishDialogProps extends Opened {
	resource: AnyResource;
	/** What was found of each that is selected. */
	reports: readonly PreflightOfOne[];
	onConfirm: (reason: string | undefined) => void;
}

/** So many are told of each. */
const SHOWN = 3;

/** One that is not ready, and why. */
const Held = ({ report, met }: { report: PreflightOfOne; met: readonly Finding[] }) => {
	const as = met.some(({ severity }) => severity === 'stops') ? 'stops' : 'warns';
	const { icon: Icon, heading } = signs[as];
	return (
		<section className={classes.part} aria-label={report.name} data-as={as}>
			<h3 className={classes.heading}>
				<Icon size={18} aria-label={heading} role="img" />
				{report.name}
			</h3>
			<ul className={classes.findings}>
				{met.slice(0, SHOWN).map((finding) => (
					<li key={`${finding.code} ${finding.id}`}>
						<FindingName finding={finding} />
						{saysOf(finding)}
					</li>
				))}
			</ul>
			{met.length > SHOWN && (
				<Text size="sm" c="dimmed" ml={26}>
					And {grouped(met.length - SHOWN)} more.
				</Text>
			)}
		</section>
	);
};

const Body = ({ resource, reports, onClose, onConfirm }: PublishDialogProps) => {
	const { reason, demand, field } = useReason();
	const found = reports.map((report) => ({ report, met: metOf(report) }));
	const notReady = found.filter(({ met }) => met.length > 0);
	const stopped = notReady.filter(({ met }) =>
		met.some(({ severity }) => severity === 'stops'),
	).length;
	const ready = reports.length - notReady.length;
	const warned = notReady.length - stopped;
	const going = ready + (reason ? warned : 0);
	const confirm = () => {
		if (going > 0) onConfirm(reason);
		else demand();
	};
	return (
		<>
			<Text style={{ overflowWrap: 'anywhere' }}>
				{ready > 0
					? `${grouped(ready)} of ${grouped(reports.length)} are ready. What is not stays selected.`
					: 'Look at this first. What is not ready stays selected.'}
			</Text>
			{notReady.map(({ report, met }) => (
				<Held key={report.id} report={report} met={met} />
			))}
			{warned > 0 && field}
			<div className={classes.foot}>
				<Button variant="default" onClick={onClose} data-autofocus>
					Cancel
				</Button>
				{ready + warned > 0 && (
					<Button onClick={confirm}>
						{going > 0
							? `Publish ${countedOf(resource.word, going)}`
							: `Publish ${grouped(warned)} all the same`}
					</Button>
				)}
			</div>
		</>
	);
};

/** Asks before several are published of which not all are ready. */
export const PublishDialog = (props: PublishDialogProps) => (
	<Dialog
		opened={props.opened}
		onClose={props.onClose}
		title={`Publish ${titled({ label: props.resource.plural })}`}
		wide
	>
		<Body {...props} />
	</Dialog>
);

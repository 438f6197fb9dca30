import { VisuallyHidden } from '@mantine/core';
import type { AuditRow } from '#shared/contract/audit.ts';
import classes from './audit.module.css';
import { FieldValue } from './field-value.tsx';
import { fieldLabel } from './field-words.ts';

/** Renders each field of an audit row with its value before and after the change. */
export const ChangedFields = ({ row: { item, before, after } }: { row: AuditRow }) => (
	<dl className={classes.fields}>
		{Object.keys(after ?? before ?? {}).map((field) => (
			<div key={field}>
				<dt>{fieldLabel(item.kind, field)}</dt>
				<dd>
					{before && (
						<div className={after ? classes.before : undefined}>
							<VisuallyHidden>Was </VisuallyHidden>
							<FieldValue kind={item.kind} field={field} value={before[field] ?? null} />
						</div>
					)}
					{after && (
						<div className={before ? classes.after : undefined}>
							{before && <VisuallyHidden>Now </VisuallyHidden>}
							<FieldValue kind={item.kind} field={field} value={after[field] ?? null} />
						</div>
					)}
				</dd>
			</div>
		))}
	</dl>
);

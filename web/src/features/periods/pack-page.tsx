import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { monthWords } from '#shared/east-africa-time.ts';
import { useMay } from '../../api/account.ts';
import { download } from '../../ui/files/save-file.ts';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { notifyFailure } from '../../ui/notifications/notifications.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import classes from './pack.module.css';
import { AdjustmentTable, PackSheet } from './pack-sheet.tsx';
import { packQuery, pathOf } from './queries.ts';

/** The pack of a month, to print on A4 and to download. */
export const PackPage = ({ month }: { month: string }) => {
	const pack = useQuery(packQuery(month));
	const mayExport = useMay('payments:export');
	const exporting = useMutation({
		mutationFn: () => download(`${pathOf(month)}/pack.xlsx`),
		onError: (error) => notifyFailure(error, 'The pack could not be downloaded'),
	});
	const known = /^20\d\d-(0[1-9]|1[0-2])$/.test(month);
	return (
		<Page
			title={known ? `Pack of ${monthWords(month)}` : 'Pack of a month'}
			back={
				<>
					<BackLink to="/admin/reconciliation">Reconciliation</BackLink>
					<BackLink to="/admin/reconciliation/months">Months</BackLink>
				</>
			}
			actions={
				<>
					<Button
						variant="default"
						leftSection={<IconPrinter size={18} aria-hidden />}
						onClick={() => window.print()}
						disabled={!pack.data}
					>
						Print
					</Button>
					{mayExport && (
						<Button
							leftSection={<IconDownload size={18} aria-hidden />}
							loading={exporting.isPending}
							onClick={() => exporting.mutate()}
							disabled={!pack.data}
						>
							Download XLSX
						</Button>
					)}
				</>
			}
		>
			<Loaded
				query={pack}
				loading="Loading the pack..."
				fallback="Failed to load the pack"
				skeleton={<TableSkeleton rows={8} />}
			>
				{(data) => (
					<>
						{data.later.length > 0 && (
							<div className={classes.later} id="later">
								<Section title="Since its closing">
									<AdjustmentTable label="Since its closing" rows={data.later} />
								</Section>
							</div>
						)}
						<PackSheet pack={data} />
					</>
				)}
			</Loaded>
		</Page>
	);
};

import { Button, Group, SimpleGrid } from '@mantine/core';
import { IconPencil, IconSchool } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { viewCreate } from '#shared/contract/platform/views.ts';
import {
	Badge,
	type BadgeColor,
	IconButton,
	inactive,
	SavingSwitch,
	SmallButton,
} from '../ui/controls.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { Facts, FactsLine } from '../ui/facts.tsx';
import { SwitchField } from '../ui/fields/choice-fields.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { Empty } from '../ui/loading/empty.tsx';
import { Failed } from '../ui/loading/failed.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import { RowMenu } from '../ui/menu/menu.tsx';
import { notify } from '../ui/notifications/notifications.tsx';
import { BackLink } from '../ui/page/back-link.tsx';
import { LinkText } from '../ui/page/links.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Line, Lines, Section } from '../ui/page/section.tsx';
import { AccessBadge, ExceptionBadges, StatusBadge } from '../ui/table/badges.tsx';
import { Facts as CardFacts, CardGrid, ItemCard } from '../ui/table/card-grid.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { FilterBar, SearchField, ViewSwitch } from '../ui/table/filter-bar.tsx';

const LONG =
	'Power Generation, Transmission and Protection of Electrical Machines and Installations';
const LINK = { to: '/admin/courses' };
const nothing = () => {};
const actions = [
	{ words: 'Edit', icon: IconPencil, onClick: nothing },
	{ words: 'Locked', icon: IconPencil, lock: 'Ask an editor.', onClick: nothing },
];

const rows = ['Engineering Mathematics', LONG, 'Drawing'].map((name, index) => ({
	id: String(index),
	name,
	order_num: index + 1,
	published: index !== 1,
}));
type Row = (typeof rows)[number];

const columns = [
	{
		id: 'name',
		header: 'Name',
		title: true,
		draw: ({ name }: Row) => <LinkText {...LINK}>{name}</LinkText>,
	},
	{ id: 'order_num', header: 'Order', numeric: true },
	{
		id: 'published',
		header: 'Status',
		draw: ({ published }: Row) => <StatusBadge published={published} from={null} />,
	},
];

const renderActions = ({ name }: Row) => (
	<>
		<SmallButton look="quiet">Past Papers</SmallButton>
		<IconButton label={`Edit ${name}`} icon={IconPencil} />
		<RowMenu label={`Actions for ${name}`} actions={actions} />
	</>
);

const renderCard = (row: Row) => (
	<ItemCard
		row={row}
		link={{ ...LINK, params: {} }}
		badges={<ExceptionBadges published={row.published} from={null} free={row.id === '0'} />}
		switches={
			<SavingSwitch label="Published" checked={row.published} saving={false} onChange={nothing} />
		}
		actions={renderActions(row)}
	>
		<CardFacts>
			<span>Order: {row.order_num}</span>
			<span>9 topics</span>
		</CardFacts>
	</ItemCard>
);

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
	<Section title={name}>
		<Group gap="xs">{children}</Group>
	</Section>
);

const colors: BadgeColor[] = ['brand', 'gray', 'yellow', 'red', 'blue', 'grape'];

const buttons = {
	'Add Topic': {},
	Refresh: { variant: 'default' },
	Undo: { variant: 'light' },
	Delete: { color: 'red' },
	'Saving...': { loading: true },
	Locked: inactive,
};

const switches = {
	On: {},
	Off: { checked: false },
	Saving: { saving: true },
	Locked: { lock: 'Ask an editor.' },
};

const Controls = () => (
	<>
		<Part name="Badges">
			{colors.map((color) => (
				<Badge key={color} color={color} icon={IconSchool}>
					{color}
				</Badge>
			))}
			<StatusBadge published from={null} />
			<StatusBadge published={false} from={null} />
			<StatusBadge published from="2099-12-03T05:00:00Z" />
			<AccessBadge free />
			<AccessBadge free={false} />
		</Part>
		<Part name="Buttons">
			{Object.entries(buttons).map(([words, props]) => (
				<Button key={words} {...props}>
					{words}
				</Button>
			))}
			<SmallButton look="quiet">Edit URL</SmallButton>
			<SmallButton look="file">Download</SmallButton>
			<IconButton label="Edit" icon={IconPencil} />
			<IconButton label="Locked" icon={IconPencil} {...inactive} />
			<RowMenu label="More actions" note="Ask an editor." actions={actions} />
		</Part>
		<Part name="Switches">
			{Object.entries(switches).map(([label, props]) => (
				<SavingSwitch
					key={label}
					label={label}
					checked
					saving={false}
					onChange={nothing}
					{...props}
				/>
			))}
		</Part>
	</>
);

const Lists = () => (
	<>
		<PageHeader
			title={`Topics of ${LONG}`}
			shown="Topics"
			back={<BackLink {...LINK}>Back to Subjects</BackLink>}
			state={<StatusBadge published={false} from={null} />}
			tools={<ViewSwitch view="table" onChange={nothing} />}
			actions={<Button>Add New Topic</Button>}
		/>
		<FilterBar>
			<SearchField label="Search topics" />
		</FilterBar>
		<DataTable label="Rows" columns={columns} rows={rows} actions={renderActions} />
		<CardGrid label="Cards" rows={rows}>
			{renderCard}
		</CardGrid>
		<Section title="Lines">
			<Lines label="Lines">
				{rows.map(({ id, name, published }) => (
					<Line key={id} name={<LinkText {...LINK}>{name}</LinkText>} about="9 topics · 7 papers">
						<ExceptionBadges published={published} from={null} />
					</Line>
				))}
			</Lines>
		</Section>
		<FactsLine of={{ Order: 1, Topics: 9 }} />
		<Facts of={{ Description: LONG, Price: null }} />
	</>
);

const States = () => {
	const [opened, open] = useState(false);
	return (
		<>
			<Form
				schema={viewCreate}
				send={() => Promise.reject(new Error('Lost'))}
				submit="Keep view"
				pending="Saving..."
				fallback="Could not keep the view"
			>
				<TextField name="name" label="Name" required />
				<SwitchField name="shared" label="Shared with everyone" />
			</Form>
			<Part name="Dialogs and notices">
				<Button onClick={() => open(true)}>Question</Button>
				<Button onClick={() => notify({ good: true, title: 'Saved', message: LONG })}>
					Notice
				</Button>
				<ConfirmDialog
					title="Delete Topic"
					opened={opened}
					onClose={() => open(false)}
					submit="Delete"
					dangerous
					fallback="Not deleted"
					action={() => Promise.resolve()}
				>
					Delete <strong>{LONG}</strong>?
				</ConfirmDialog>
			</Part>
			<Loading text="Loading topics..." height={120} />
			<Failed error={new Error('Lost')} fallback="Failed to load topics" retry={nothing} />
			<Empty icon={IconSchool} title="No Topics Yet" text={LONG} />
		</>
	);
};

/** Shows the components of `ui` in their states, in both color schemes. Only the development server has this page. */
export const PartsPage = () => {
	const scheme = new URLSearchParams(location.search).get('scheme');
	useEffect(() => {
		if (scheme) document.documentElement.dataset.mantineColorScheme = scheme;
	}, [scheme]);
	if (!scheme)
		return (
			<SimpleGrid cols={2} m="-24px" spacing={0}>
				{['light', 'dark'].map((each) => (
					<iframe
						key={each}
						title={each}
						src={`?scheme=${each}`}
						style={{ border: 0, height: '95vh' }}
					/>
				))}
			</SimpleGrid>
		);
	return (
		<Page title="Parts">
			<Controls />
			<Lists />
			<States />
		</Page>
	);
};

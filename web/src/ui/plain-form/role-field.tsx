import { Radio, Stack } from '@mantine/core';
import { type KeyRole, keyRoleNames, keyRoles, roleNames } from '#shared/contract/access.ts';
import { PlainRadios } from './plain-radios.tsx';

const meanings: Record<KeyRole, string> = {
	admin: 'Everything, and who may do what.',
	editor: 'Courses and all that lies under them. No payments.',
	finance: 'Payments and figures; reads the courses.',
	viewer: 'Reads the courses. No payments.',
	metrics: 'Reads /metrics, and nothing else.',
};

interface RoleFieldProps {
	defaultValue?: KeyRole;
	/** It is the role of a key: programs never decide about people and keys. */
	program?: boolean;
}

/** One of the roles, with what each may do. */
export const RoleField = ({ defaultValue, program }: RoleFieldProps) => (
	<PlainRadios name="role" label="Role" defaultValue={defaultValue ?? null}>
		<Stack gap="sm" mt={6}>
			{(program ? keyRoleNames : roleNames).map((name) => (
				<Radio
					key={name}
					value={name}
					label={keyRoles[name].label}
					description={
						program && name === 'admin' ? 'Everything but people and keys.' : meanings[name]
					}
				/>
			))}
		</Stack>
	</PlainRadios>
);

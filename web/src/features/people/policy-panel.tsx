import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { roleNames, roles } from '#shared/contract/access.ts';
import { FormPanel } from '../../ui/form/form-panel.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyFailure } from '../../ui/notifications.tsx';
import { SavingSwitch } from '../../ui/row-busy.tsx';
import classes from './people.module.css';
import { policyQuery, useSetPolicy } from './queries.ts';

/** Which roles must have a second factor. */
export const PolicyPanel = () => {
	const policy = useQuery(policyQuery);
	const set = useSetPolicy((error) => notifyFailure(error, 'This could not be changed'));
	return (
		<section className={classes.panel} aria-labelledby="second-factor">
			<FormPanel>
				<Title order={2} size="h3" id="second-factor">
					Second factor
				</Title>
				<Text c="dimmed" mt={4}>
					Beside the password, a code from an app on one’s own phone. Who must have one and has none
					sets it up before anything else.
				</Text>
				<Loaded query={policy} loading="Loading the rule..." skeleton={<FormSkeleton />}>
					{(stored) => {
						// A switch answers at once, and goes back where that is refused.
						const { roles: required } = set.isPending ? set.variables : stored;
						return (
							<div className={classes.switches}>
								{roleNames.map((name) => (
									<SavingSwitch
										key={name}
										label={`Required for ${roles[name].label}`}
										checked={required.includes(name)}
										saving={set.isPending}
										onChange={(checked) =>
											set.mutate({
												roles: roleNames.filter((each) =>
													each === name ? checked : required.includes(each),
												),
											})
										}
									/>
								))}
							</div>
						);
					}}
				</Loaded>
			</FormPanel>
		</section>
	);
};

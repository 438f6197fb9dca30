import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { product } from '../product.ts';
import classes from './entrance.module.css';
import { Logo } from './logo.tsx';

interface EntranceProps {
	/** The heading, and the title of the browser's tab. */
	title: string;
	text?: ReactNode;
	children?: ReactNode;
}

/** A screen outside the console: one card under the product's name. */
export const Entrance = ({ title, text, children }: EntranceProps) => {
	useEffect(() => {
		document.title = `${title} · ${product}`;
	}, [title]);
	return (
		<main className={classes.entrance}>
			<div className={classes.product}>
				<Logo />
				{product}
			</div>
			<div className={classes.card}>
				<div className={classes.head}>
					<Title order={1} size="h2">
						{title}
					</Title>
					{text && (
						<Text c="dimmed" mt={4}>
							{text}
						</Text>
					)}
				</div>
				{children}
			</div>
		</main>
	);
};

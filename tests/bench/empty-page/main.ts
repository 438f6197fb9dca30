import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { Button, MantineProvider, Title } from '@mantine/core';
import { createElement, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';

// A heading and a button, by React and Mantine: the least that a page of ours could be.
createRoot(document.body.firstElementChild as Element).render(
	createElement(
		MantineProvider,
		null,
		createElement(Title, null, 'Empty'),
		createElement(Button as FunctionComponent, null, 'Nothing'),
	),
);

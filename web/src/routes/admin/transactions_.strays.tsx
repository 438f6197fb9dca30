import { createFileRoute } from '@tanstack/react-router';
import { StraysPage } from '../../features/transactions/strays-page.tsx';

export const Route = createFileRoute('/admin/transactions_/strays')({ component: StraysPage });

import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './style.css';

createRoot(document.getElementById('root') as HTMLElement).render(<App />);
if ('serviceWorker' in navigator && import.meta.env.PROD)
	// Blocked together with storage.
	navigator.serviceWorker.register('/worker.js').catch(() => {});

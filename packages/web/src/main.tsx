import './styles/index.css';
import { start } from './app/boot/start.tsx';

void start(document.getElementById('root') as HTMLElement);

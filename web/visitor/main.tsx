/** @jsxImportSource preact */
import { render } from 'preact';
import { App } from './App';
import { language } from './texts';
import './visitor.css';

document.documentElement.lang = language.tag;
const root = document.getElementById('root');
if (root) render(<App />, root);

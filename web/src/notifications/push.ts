import { create } from 'zustand';
import { api } from '../api/client';
import { keep } from '../api/keep';
import { leaveToWorker, useBrowser } from './browser';
import { KINDS, METRICS } from './kinds';
import { text } from './texts';

const KEY = 'patchbay.push';
/** Also named where the start drops workers of older releases. */
const WORKER = '/push-worker.js';

/** Whether this browser gets web push at the moment. */
export const usePush = create<{ on: boolean }>()(() => ({ on: false }));

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && window.isSecureContext;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function set(on: boolean): void {
  usePush.setState({ on });
  leaveToWorker(on);
}

/** A worker has no language of its own; it finds the texts where this leaves them. */
async function leaveTexts(): Promise<void> {
  const kinds = Object.fromEntries(
    KINDS.map((kind) => [kind, { title: text(`kind.${kind}.title`), body: text(`kind.${kind}.body`) }]),
  );
  const metrics = Object.fromEntries(METRICS.map((metric) => [metric, text(`due:metric.${metric}`)]));
  const cache = await caches.open('patchbay-push');
  await cache.put('/push-texts', new Response(JSON.stringify({ kinds, metrics, view: text('view'), close: text('close') })));
}

/** Where the browser has no push service, the worker has nothing to do. */
async function begin(worker: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  try {
    return await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  } catch (thrown) {
    await worker.unregister();
    throw thrown;
  }
}

async function subscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const { key } = await api.get('/api/fcm/key');
  const subscription = (await worker.pushManager.getSubscription()) ?? (await begin(worker, key));
  await leaveTexts();
  // The call's own session stands in the cookie: `-` says so, since `token` is something else here.
  await api.post('/api/fcm/token', { json: {
    _token: '-',
    token: JSON.stringify(subscription),
    type: 'web',
    domain: window.location.host,
  } });
  set(true);
}

/** Turns push on because the person asked for it; fails where the browser has no push service. */
export async function turnPushOn(): Promise<void> {
  await subscribe();
  keep(KEY, 'on');
}

export async function turnPushOff(): Promise<void> {
  keep(KEY, 'off');
  await endPush();
}

/** Ends it in this browser, here and at the server. */
export async function endPush(): Promise<void> {
  set(false);
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await worker?.pushManager.getSubscription();
  if (subscription) {
    await api.post('/api/fcm/token/remove', { json: { endpoint: subscription.endpoint } }).catch(() => undefined);
    await subscription.unsubscribe();
  }
  await worker?.unregister();
}

/** Registers this browser wherever notifications are allowed, unless it was turned off; silent where it cannot be. */
export async function keepPush(): Promise<void> {
  const { permission, disabled } = useBrowser.getState();
  if (!canPush() || permission !== 'granted' || disabled || localStorage.getItem(KEY) === 'off') return;
  await subscribe();
}

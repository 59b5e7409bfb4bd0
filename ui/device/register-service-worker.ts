/** Caches the page's files in the browser, so that a reload works while the box is away. */
export function registerServiceWorker(): void {
  // Browsers have service workers only on localhost, in the kiosk shell, and over HTTPS. Without one the page needs the box to load.
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("/service-worker.js").catch(() => {})
  }
}

/**
 * What a page of the console may load: the app's own files, and nothing from elsewhere. The component library and the
 * editor write their styles into the page, hence 'unsafe-inline' for styles; scripts come from files alone.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For TypeScript tools without support of single-file components; vue-tsc reads the components themselves. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent<Record<string, unknown>, object, unknown>
  export default component
}

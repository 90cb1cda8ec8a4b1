import type { AstroIntegration } from 'astro'

/** Registers `client:interaction`. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'interaction', entrypoint: './src/build/hydrate-on-interaction.ts' }),
    },
  }
}

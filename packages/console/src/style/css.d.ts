/** Style sheets are taken by the bundler; a script gets nothing of them. */
declare module '*.css' {}

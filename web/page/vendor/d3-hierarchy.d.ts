// What the page uses of d3-hierarchy, for the type checker.
export function hierarchy(data: any, children?: (d: any) => any): any;
export function tree(): any;

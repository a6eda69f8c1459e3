"""The letters of a match. (Renderers register themselves with the outbox.)"""
